/** Somebody to invite; without an address, anybody with the link. */
export type Invitee = { email?: string; name?: string };

const MOST = 50;
/** The longest text of the list. */
export const longestList = 10_000;

const LINE = /^(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** Reads addresses, alone or after a name, from a list by lines, commas or semicolons; each address counts once. */
export const inviteesIn = (text: string): { invitees: Invitee[]; wrong?: string } => {
  const lines = text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) return { invitees: [{}] };
  const found = new Map<string, Invitee>();
  for (const line of lines) {
    const [, name, named, alone] = LINE.exec(line) ?? [];
    const email = named ?? alone;
    if (!email?.includes('@')) return { invitees: [], wrong: `This is no email address: ${line}` };
    const key = email.toLowerCase();
    if (!found.has(key)) found.set(key, { email, name: name || undefined });
  }
  if (found.size > MOST) return { invitees: [], wrong: `Invite at most ${MOST} people at a time.` };
  return { invitees: [...found.values()] };
};
