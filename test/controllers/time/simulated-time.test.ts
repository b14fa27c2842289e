import { SIMULATED } from './lives/simulated.ts';
import { testLives } from './test-lives.ts';

// A month of heartbeats and probes takes seconds; a day has all of their timers, and the longer ones fire in one step.
testLives(SIMULATED, 'a day');
