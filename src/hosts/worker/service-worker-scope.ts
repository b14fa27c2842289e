/**
 * The parts of a service worker's global scope that the host uses; TypeScript's DOM and worker types cannot be
 * combined.
 */
export interface ServiceWorkerScope {
  readonly location: { readonly href: string };
  readonly registration: {
    readonly scope: string;
    readonly installing: ServiceWorkerState | null;
    readonly waiting: ServiceWorkerState | null;
    addEventListener(type: 'updatefound', listener: () => void): void;
  };
  /** This worker itself; Firefox does not have it. */
  readonly serviceWorker?: ServiceWorkerState;
  readonly clients: {
    claim(): Promise<void>;
    /** Returns pages, the most recently used one first. */
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
  /** The origin of the sender. */
  readonly origin: string;
  readonly ports: readonly MessagePort[];
}

export interface WorkerFetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** Names the page that sends the request; empty for the request of a new page. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface ServiceWorkerState {
  readonly state: string;
  addEventListener(type: 'statechange', listener: () => void): void;
}
