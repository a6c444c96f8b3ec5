/** The older middleware counted importance from 1 to 10; here it is 0 to 1. 5 is .5, both ways. */
export const importanceFromLegacy = (importance: number): number => importance / 10;

/** 0–1 to a whole number from 1 to 10. */
export const importanceToLegacy = (importance: number): number => Math.min(10, Math.max(1, Math.round(importance * 10)));
