/** The value, or what `late` makes (or throws) when it takes longer. What is late goes on unseen. */
export function within<Value>(task: Promise<Value>, ms: number, late: () => Value): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(late)), ms);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
