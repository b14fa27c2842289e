export interface OtherBrowser {
  readonly name: string;
  /** Debian's packages that have it. */
  readonly packages: readonly string[];
  /** Its executables by purpose; undefined when some are missing. */
  readonly paths: Readonly<Record<string, string>> | undefined;
}
export function findOtherBrowsers(): OtherBrowser[];
export function installOtherBrowsers(): void;
export function absentBrowsers(browsers: readonly OtherBrowser[]): string[];
