import type { Server } from 'node:https';
import { afterAll, beforeAll } from 'vitest';
import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';
import type { Scenario } from './scenarios.ts';
import { start } from './webhook-fixture.mjs';

/** Undefined where another process has it running already. */
let fixture: Server | undefined;

beforeAll(async () => {
  fixture = await start().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return undefined;
  });
});
afterAll(() => void fixture?.close());

const callsWebhooks = ({ webhookFixture = false }: Scenario): boolean => webhookFixture;

// Over real TLS, with the certificate authority that the configurations name.
replayScenarios('kubernetes', overHttp, callsWebhooks);
// The fixture adds a container whose image has a Kubernetes name, which the recording of this dialect has not.
replayScenarios('cluster', overHttp, (each) => callsWebhooks(each) && each.id !== 'webhooks-sidecar-and-built-ins');
