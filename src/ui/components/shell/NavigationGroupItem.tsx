import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { type ReactNode, useId, useState } from 'react';

interface NavigationGroupItemProps {
  readonly title: string;
  /** Full name, as tooltip. */
  readonly description: string;
  readonly isActive: boolean;
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}

/** An expandable group. PatternFly's own sets `inert` to an empty string, which React 19 ignores. */
export function NavigationGroupItem(props: NavigationGroupItemProps) {
  const { title, description, isActive, startsOpen, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const state = `${isOpen ? 'pf-m-expanded' : ''} ${isActive ? 'pf-m-current' : ''}`;
  return (
    <li className={`pf-v6-c-nav__item pf-m-expandable ${state}`}>
      <button
        type="button"
        className="pf-v6-c-nav__link"
        id={id}
        title={description}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="pf-v6-c-nav__link-text">{title}</span>
        <span className="pf-v6-c-nav__toggle">
          <span className="pf-v6-c-nav__toggle-icon">
            <AngleRightIcon />
          </span>
        </span>
      </button>
      {isOpen && (
        <section className="pf-v6-c-nav__subnav" aria-labelledby={id}>
          <ul className="pf-v6-c-nav__list">{children}</ul>
        </section>
      )}
    </li>
  );
}
