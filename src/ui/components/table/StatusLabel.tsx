import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-check-circle-fill-icon';
import ErrorIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-error-fill-icon';
import InformationIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-information-fill-icon';
import WarningIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-warning-fill-icon';

const ICONS = {
  success: <CheckCircleIcon />,
  warning: <WarningIcon />,
  danger: <ErrorIcon />,
  info: <InformationIcon />,
};

interface StatusLabelProps {
  readonly status: keyof typeof ICONS;
  readonly className?: string;
  readonly children: string | undefined;
}

/** A compact label that looks like PatternFly's. PatternFly's measures its text on mount: too slow for a changing table. */
export const StatusLabel = ({ status, className = '', children }: StatusLabelProps) => (
  <span className={`pf-v6-c-label pf-m-filled pf-m-${status} pf-m-compact ${className}`}>
    <span className="pf-v6-c-label__content">
      <span className="pf-v6-c-label__icon">{ICONS[status]}</span>
      <span className="pf-v6-c-label__text" title={children}>
        {children}
      </span>
    </span>
  </span>
);
