import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('cluster', 'Node', overHttp, ({ webhookFixture }) => !webhookFixture);
