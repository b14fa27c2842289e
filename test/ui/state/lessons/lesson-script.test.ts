import { describe, expect, it } from 'vitest';
import type { Lesson, LessonCall } from '../../../../src/lessons/lesson.ts';
import { LessonScript, type ScriptStage } from '../../../../src/ui/state/lessons/lesson-script.ts';

const call = (path: string) => ({ method: 'GET', path }) as unknown as LessonCall;
const lesson = {
  steps: [{ tasks: [{ solution: [call('/a')] }, { solution: [call('/b')] }] }, { tasks: [] }],
} as unknown as Lesson;

function stageOf() {
  const sent: LessonCall[] = [];
  const opened: number[] = [];
  const state = { time: 0, solved: [] as string[], step: 0 };
  const script = new LessonScript();
  const press = (send: ScriptStage['send'] = async (each) => void sent.push(each)) =>
    script.press({
      ...{ lesson, progress: { step: state.step, solved: state.solved }, now: () => state.time, send },
      open: (step) => void opened.push(step),
    });
  return { sent, opened, state, press };
}

describe('a lesson as a script', () => {
  it('solves one task per press, and then opens the next step', async () => {
    const { sent, opened, state, press } = stageOf();
    await press();
    state.solved = ['0.0'];
    await press();
    state.solved = ['0.0', '0.1'];
    await press();
    expect(sent).toEqual([call('/a'), call('/b')]);
    expect(opened).toEqual([1]);
  });

  it('does not send a solution again before its change has arrived', async () => {
    const { sent, state, press } = stageOf();
    await press();
    state.time = 4000;
    await press();
    expect(sent).toEqual([call('/a')]);
    state.time = 6000;
    await press();
    expect(sent).toEqual([call('/a'), call('/a')]);
  });

  it('sends a solution that failed again at once', async () => {
    const { sent, press } = stageOf();
    await expect(press(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    await press();
    expect(sent).toEqual([call('/a')]);
  });
});
