import { overHttp } from './over-http.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('kubernetes', overHttp, ({ webhookFixture }) => !webhookFixture);
