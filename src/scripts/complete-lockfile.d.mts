export type LockedPackages = Record<string, Record<string, unknown>>;

export function lockfileProblems(packages: LockedPackages): string[];
export function completePackages(packages: LockedPackages): LockedPackages;
