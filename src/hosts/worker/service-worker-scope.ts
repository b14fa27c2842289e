/** The part of a service worker's global scope that the host uses; the DOM's types and a worker's do not go together. */
export interface ServiceWorkerScope {
  readonly location: { readonly href: string };
  readonly registration: {
    readonly scope: string;
    readonly installing: ServiceWorkerState | null;
    readonly waiting: ServiceWorkerState | null;
    addEventListener(type: 'updatefound', listener: () => void): void;
  };
  /** This worker itself. */
  readonly serviceWorker: ServiceWorkerState;
  readonly clients: {
    claim(): Promise<void>;
    /** Of pages, the one that was used last comes first. */
    matchAll(options: { readonly type: 'window' }): Promise<readonly WorkerClient[]>;
    get(id: string): Promise<WorkerClient | undefined>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
}

/** A page that this worker controls. */
export interface WorkerClient {
  readonly id: string;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

export interface ExtendableEvent {
  waitUntil(promise: Promise<unknown>): void;
}

export interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface WorkerFetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ServiceWorkerState {
  readonly state: string;
  addEventListener(type: 'statechange', listener: () => void): void;
}
