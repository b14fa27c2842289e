import { replayInProcess } from './in-process.ts';

replayInProcess('cluster');
