import type { BrowserContext } from 'playwright-core';

export const PATIENCE: number;
export function newProfile(): string;
export function openBrowser(options?: {
  userAgent?: string;
  profile?: string;
  template?: string;
  reducedMotion?: 'reduce' | 'no-preference';
}): Promise<{ context: BrowserContext; close(): Promise<void> }>;
