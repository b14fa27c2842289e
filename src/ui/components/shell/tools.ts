import BookIcon from '@patternfly/react-icons/dist/esm/icons/book-icon';
import CertificateIcon from '@patternfly/react-icons/dist/esm/icons/certificate-icon';
import CogsIcon from '@patternfly/react-icons/dist/esm/icons/cogs-icon';
import DesktopIcon from '@patternfly/react-icons/dist/esm/icons/desktop-icon';
import EyeIcon from '@patternfly/react-icons/dist/esm/icons/eye-icon';
import FlaskIcon from '@patternfly/react-icons/dist/esm/icons/flask-icon';
import GraduationCapIcon from '@patternfly/react-icons/dist/esm/icons/graduation-cap-icon';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import HomeIcon from '@patternfly/react-icons/dist/esm/icons/home-icon';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import PluggedIcon from '@patternfly/react-icons/dist/esm/icons/plugged-icon';
import RouteIcon from '@patternfly/react-icons/dist/esm/icons/route-icon';
import ShareIcon from '@patternfly/react-icons/dist/esm/icons/share-alt-icon';
import ShieldIcon from '@patternfly/react-icons/dist/esm/icons/shield-alt-icon';
import StreamIcon from '@patternfly/react-icons/dist/esm/icons/stream-icon';
import TachometerIcon from '@patternfly/react-icons/dist/esm/icons/tachometer-alt-icon';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';

export interface Tool {
  readonly to: NonNullable<LinkProps['to']>;
  readonly title: string;
  readonly icon: ComponentType;
}

/** The views in the navigation, in order. */
export const TOOLS: readonly Tool[] = [
  { to: '/', title: 'Overview', icon: HomeIcon },
  { to: '/lessons', title: 'Lessons', icon: GraduationCapIcon },
  { to: '/timeline', title: 'Timeline', icon: StreamIcon },
  { to: '/time-travel', title: 'Time travel', icon: HistoryIcon },
  { to: '/requests', title: 'Requests', icon: RouteIcon },
  { to: '/watches', title: 'Watch lab', icon: EyeIcon },
  { to: '/explorer', title: 'API explorer', icon: BookIcon },
  { to: '/access', title: 'Access', icon: KeyIcon },
  { to: '/certificates', title: 'Certificates', icon: CertificateIcon },
  { to: '/admission', title: 'Admission', icon: ShieldIcon },
  { to: '/lab', title: 'Admission lab', icon: FlaskIcon },
  { to: '/controllers', title: 'Controllers', icon: CogsIcon },
  { to: '/flow-control', title: 'Flow control', icon: TachometerIcon },
  { to: '/aggregation', title: 'Aggregated APIs', icon: ShareIcon },
  { to: '/demos', title: 'Demos', icon: DesktopIcon },
  { to: '/connect', title: 'Connect', icon: PluggedIcon },
];
