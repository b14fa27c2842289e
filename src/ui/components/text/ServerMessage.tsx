import './server-message.css';

/** A message of the server. Multi-line messages point at columns of the lines above and need a monospace font. */
export const ServerMessage = ({ children }: { readonly children: string }) => (
  <span className={`tp-message${children.includes('\n') ? ' tp-message-lines' : ''}`}>{children}</span>
);
