import { createServer } from 'vite';

/** Records what kubectl 1.28.3 prints for the lists of commands in `transcripts`: node test/kubectl/record-transcripts.mjs */
const server = await createServer({
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { recordTranscripts } = await server.ssrLoadModule('/test/kubectl/record-transcripts.ts');
await recordTranscripts();
await server.close();
