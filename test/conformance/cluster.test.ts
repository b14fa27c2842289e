import { hostsWithoutBrowser } from './hosts.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('cluster', hostsWithoutBrowser());
