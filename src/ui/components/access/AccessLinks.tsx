import './access-links.css';
import { Link } from '@tanstack/react-router';
import type { AccessSearch } from '../../state/access/access-question.ts';
import type { RootSearch } from '../../state/search-parameters.ts';

/** Links from a denial to its reasons and its fixes. */
export const AccessLinks = ({ search }: { readonly search: AccessSearch & RootSearch }) => (
  <span className="tp-access-links">
    <Link to="/access" search={search}>
      Why?
    </Link>
    <Link to="/access" search={{ ...search, tab: 'fix' }}>
      Fixes
    </Link>
  </span>
);
