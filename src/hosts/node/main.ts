#!/usr/bin/env node
import { run } from './cli.ts';
import { endOnSignals } from './end-on-signals.ts';
import { tuneGarbageCollection } from './tune-garbage-collection.ts';

tuneGarbageCollection();
const result = await run(process.argv.slice(2));
if (typeof result === 'number') process.exitCode = result;
else endOnSignals(result);
