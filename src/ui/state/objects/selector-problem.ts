import { errorText } from '../../../api/error-text.ts';
import { parseLabelSelector } from '../../../api/selectors/label-selector.ts';

/** Returns the error in a label selector; undefined when it is valid. */
export function selectorProblem(text: string): string | undefined {
  try {
    parseLabelSelector(text);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
