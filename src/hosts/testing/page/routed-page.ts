import type { WatchCommand } from './page-watches.ts';

/** The parts of Playwright's `Page` that are used, so that the package does not depend on Playwright. */
export interface RoutedPage {
  route(url: RegExp, handler: (route: RequestRoute) => Promise<void>): Promise<unknown>;
  exposeBinding(name: string, callback: (source: unknown, command: WatchCommand) => unknown): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'framenavigated', listener: () => void): unknown;
}

/** A request of a page that waits for its answer. */
export interface RequestRoute {
  request(): {
    url(): string;
    method(): string;
    allHeaders(): Promise<Record<string, string>>;
    postData(): string | null;
  };
  fulfill(response: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
  abort(errorCode: string): Promise<void>;
}
