/** From a page to the service worker, with a port for the answer. */
export interface AppQuestion {
  readonly type: 'app';
  /**
   * `report`: whether the app is stored. `store`: store it if it is not, and remove other versions. A page asks for that
   * once, when it is drawn, so that the download does not slow it down.
   */
  readonly action: 'report' | 'store';
}

export interface AppAnswer {
  /** `unavailable`: in development nothing is stored. */
  readonly phase: 'unavailable' | 'missing' | 'stored' | 'failed';
  /** Tells builds of the app apart. */
  readonly version?: string;
  /** Why a download failed. */
  readonly reason?: string;
}
