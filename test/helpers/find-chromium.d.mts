export function findChromium(): string;
export const CHROMIUM_ARGUMENTS: readonly string[];
