import type { Fetch } from '../../api/environment.ts';
import type { OpenMessageStream } from '../../client/message-stream.ts';
import { messageStreamsOf } from '../browser/message-streams.ts';
import { workerControl } from '../browser/worker-control.ts';
import { SOCKETS_PATH } from '../clusters-protocol.ts';

/** Returns a function that opens connections to the cluster that the page shows. Loaded when one is opened. */
export const pageStreams = (fetch: Fetch, cluster: string): OpenMessageStream =>
  messageStreamsOf(workerControl(fetch, new URL(SOCKETS_PATH, location.origin), cluster));
