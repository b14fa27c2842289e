/** Builds the app, its service worker and the library when a source has changed since the last build. */
export function build(): Promise<void>;
