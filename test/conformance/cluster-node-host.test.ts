import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('cluster', overHttp, ({ webhookFixture }) => !webhookFixture);
