import { expect, test } from 'vitest';
import { statusMark } from '../../../src/client/states/status-mark.ts';

test.each([
  ['Running', 'success'],
  ['Completed', 'success'],
  ['Pending', 'info'],
  ['Terminating', 'warning'],
  ['Ready,SchedulingDisabled', 'warning'],
  ['NotReady,SchedulingDisabled', 'danger'],
  ['CrashLoopBackOff', 'danger'],
  ['Init:ImagePullBackOff', 'danger'],
  ['ErrImagePull', 'danger'],
  ['CreateContainerConfigError', 'danger'],
  ['Init:0/2', 'info'],
  ['ExitCode:1', undefined],
  ['', undefined],
])('the status %j is marked as %s', (text, mark) => expect(statusMark(text)).toBe(mark));
