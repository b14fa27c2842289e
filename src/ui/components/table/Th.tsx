import { Th as PatternFlyTh, type ThProps } from '@patternfly/react-table';
import { memo } from 'react';

/** PatternFly's column header, memoized because it measures its text on every render. */
export const Th = memo<ThProps>(PatternFlyTh);
