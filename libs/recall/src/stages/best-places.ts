/** Places of the `most` highest scores above 0, highest first; of equal ones the earlier first. */
export function bestPlaces(scores: Float64Array, most: number): Uint32Array {
  const least = lowestOf(scores, most);
  const places: number[] = [];
  for (let place = 0; place < scores.length; place += 1) if (scores[place]! > 0 && scores[place]! >= least) places.push(place);
  return Uint32Array.from(places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, most));
}

/** The `most`-th highest score, or the lowest of fewer. NaN counts as lowest. */
export function lowestOf(scores: Float64Array, most: number): number {
  if (scores.length <= most) return -Infinity;
  const sorted = new Float64Array(scores.length);
  for (let place = 0; place < scores.length; place += 1) sorted[place] = scores[place]! >= 0 ? scores[place]! : -Infinity;
  sorted.sort();
  return sorted[sorted.length - most] ?? -Infinity;
}
