import type { BrowserContext } from 'playwright-core';

export function openBrowser(options?: { readonly userAgent?: string }): Promise<{
  readonly context: BrowserContext;
  close(): Promise<void>;
}>;
