#!/usr/bin/env node
import { run } from './cli.ts';
import { endOnSignals } from './end-on-signals.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';

limitHeapGrowth();
const result = await run(process.argv.slice(2));
if (typeof result === 'number') process.exitCode = result;
else endOnSignals(result);
