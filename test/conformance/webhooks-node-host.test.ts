import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { afterAll, beforeAll } from 'vitest';
import { dialectNamed } from '../../src/api/dialect.ts';
import { inDialect } from './in-process.ts';
import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';
import type { Scenario } from './scenarios.ts';
import { start } from './webhook-fixture.mjs';

/** Undefined when another process already runs it. */
let fixture: Server | undefined;

beforeAll(async () => {
  fixture = await start().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return undefined;
  });
  if (fixture) speakDialects(fixture);
});
afterAll(() => void fixture?.close());

/**
 * Renames the fixture's patches for servers of the other dialect, which the fixture answers with their own apiVersion.
 */
function speakDialects(server: Server): void {
  const { renameText } = dialectNamed('cluster');
  const [answer] = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
    response.end = ((body?: unknown) => {
      const isRenamed = typeof body === 'string' && body.includes(renameText('"apiVersion":"admission.k8s.io/'));
      return end(isRenamed ? inDialect(body, renameText) : body);
    }) as typeof response.end;
    answer?.call(server, request, response);
  });
}

// Over real TLS, with the certificate authority in the configurations.
const hosts = [
  { name: 'Node', open: overHttp, includes: ({ webhookFixture = false }: Scenario) => webhookFixture },
] as const;
replayScenarios('kubernetes', hosts);
replayScenarios('cluster', hosts);
