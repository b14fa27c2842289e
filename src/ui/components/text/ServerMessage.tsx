import './server-message.css';
import { DenialLinks } from '../access/DenialLinks.tsx';

/**
 * A message of the server, and links to the reasons of a denial. Multi-line messages point at columns of the lines above and
 * need a monospace font.
 */
export const ServerMessage = ({ children }: { readonly children: string }) => (
  <>
    <span className={`tp-message${children.includes('\n') ? ' tp-message-lines' : ''}`}>{children}</span>{' '}
    <DenialLinks message={children} />
  </>
);
