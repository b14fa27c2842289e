import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { inProcess } from './in-process.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios(
  'kubernetes',
  'memory',
  inProcess(() => createMemoryStorage({ firstRevision: 300 })),
);
