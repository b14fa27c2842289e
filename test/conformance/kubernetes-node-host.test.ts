import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('kubernetes', 'Node', overHttp, ({ webhookFixture }) => !webhookFixture);
