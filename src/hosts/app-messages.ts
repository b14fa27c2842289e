/** A message from a page to the service worker, with a port for the response. */
export interface AppQuestion {
  readonly type: 'app';
  /**
   * `report`: responds with whether the app is stored. `store`: stores it if necessary and removes other versions. A
   * page sends `store` once, after it is drawn, so that the download does not slow it down.
   */
  readonly action: 'report' | 'store';
}

export interface AppAnswer {
  /** `unavailable`: nothing is stored in development. */
  readonly phase: 'unavailable' | 'missing' | 'stored' | 'failed';
  /** Identifies the build of the app. */
  readonly version?: string;
  /** Why a download failed. */
  readonly reason?: string;
}
