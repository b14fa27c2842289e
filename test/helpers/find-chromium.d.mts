export function findChromium(): string;
export function installChromium(): void;
export const CHROMIUM_ARGUMENTS: readonly string[];
