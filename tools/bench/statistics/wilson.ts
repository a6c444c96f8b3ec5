/** The 97.5 % point of the normal distribution. */
const Z = 1.959_963_984_540_054;

/**
 * 95 % interval of a share, from 0 to 1 (Wilson 1927): unlike the plain one it stays within 0 and 1 and is right for few trials and for
 * shares near the ends. [0, 1] without trials. `hits` is at most `trials`.
 */
export function wilsonInterval(hits: number, trials: number): [number, number] {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const spread = Z ** 2 / trials;
  const middle = share + spread / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return [Math.max(0, (middle - half) / (1 + spread)), Math.min(1, (middle + half) / (1 + spread))];
}
