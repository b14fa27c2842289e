import { SIMULATED } from './lives/simulated.ts';
import { testLives } from './test-lives.ts';

testLives(SIMULATED);
