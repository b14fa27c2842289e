import { Th as PatternFlyTh, type ThProps } from '@patternfly/react-table';
import { memo } from 'react';

/** PatternFly's header of a column, rendered only when it changes: each time, it measures its text. */
export const Th = memo<ThProps>(PatternFlyTh);
