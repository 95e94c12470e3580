import type { ApiRefusal, ApiResult } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { AuditRow } from '../../../../examples/support-desk/inbox/model/decodeAccounts';
import type { OtherTabs, Told } from '../../../../examples/support-desk/inbox/platform/otherTabs';
import type { PushBrowser } from '../../../../examples/support-desk/inbox/platform/pushBrowser';
import type { AccountApi } from '../../../../examples/support-desk/inbox/services/accountApi';
import type { SignInApi } from '../../../../examples/support-desk/inbox/services/signInApi';
import type { TeamApi } from '../../../../examples/support-desk/inbox/services/teamApi';
import type {
  ApiKeyAccount,
  Invitation,
  LinkAnswer,
  OwnAccount,
  SignedIn,
  TeamBot,
  TeamMember,
} from '../../../../examples/support-desk/shared/answers/accounts';
import type { FirstRunAnswer } from '../../../../examples/support-desk/shared/answers/firstRun';
import type { PushedBrowser, PushTestAnswer } from '../../../../examples/support-desk/shared/answers/pushes';
import type { LinkBody } from '../../../../examples/support-desk/shared/bodies/accounts';

const T0 = 1_760_000_000;

/** A browser that can subscribe to push messages, and whether it has. */
export const createFakePush = (obstacle?: PushBrowser['obstacle']) => {
  const push: PushBrowser & { subscribed: boolean; open(id: string): void } = {
    obstacle,
    subscribed: false,
    open: (_id: string): void => undefined,
    isSubscribed: async () => push.subscribed,
    subscribe: async () => {
      push.subscribed = true;
      return { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } };
    },
    unsubscribe: async () => {
      push.subscribed = false;
    },
    notify: async () => false,
    onOpen: (open: (id: string) => void) => {
      push.open = open;
      return () => undefined;
    },
  };
  return push;
};

export const account = (id: string, name: string, extra: Partial<OwnAccount> = {}): OwnAccount => ({
  id,
  name,
  email: `${name.toLowerCase()}@shop.example`,
  role: 'admin',
  alerts: { mail: false, messages: 'mine' },
  hasSecondFactor: false,
  hasPassword: true,
  ...extra,
});

const refused = (failure: ApiRefusal['failure'], extra: Partial<ApiRefusal> = {}): ApiRefusal => ({
  ok: false,
  failure,
  ...extra,
});
const done = { ok: true, value: undefined } as const;

/** The accounts of a desk in memory, and the browser's session. */
export class FakeAccounts {
  password = 'correct horse';
  /** The code of the second factor, where the agent has one. */
  code: string | undefined;
  agent: OwnAccount = account('maya', 'Maya');
  /** Whether the browser has a session. */
  signedIn = true;
  demo: string[] = [];
  needsDemoLink = false;
  needsSetup = false;
  mailsLinks = false;
  /** The addresses for which a link was asked for. */
  forgotten: string[] = [];
  /** What the next attempt to sign in, or the next change of the team, is refused with. */
  refusal: ApiRefusal | undefined;
  links = new Map<string, LinkAnswer>();
  followed: LinkBody[] = [];
  sessions: SignedIn[] = [];
  team: TeamMember[] = [];
  bots: TeamBot[] = [];
  invitations: Invitation[] = [];
  keys: ApiKeyAccount[] = [];
  rows: AuditRow[] = [];
  /** The calls that change something, by name. */
  made: unknown[][] = [];
  reachable = true;
  firstRun: FirstRunAnswer = {
    tag: '<script async src="https://desk.example/porch/porch.now.js"></script>',
    sites: [],
    hasTeam: false,
    hasHours: false,
    hasAway: false,
    hasLook: false,
    hasConversations: false,
    hidden: false,
  };

  private enter(): ApiResult<undefined> {
    this.signedIn = true;
    return done;
  }

  private attempt<T>(right: boolean, value: T, wrong = refused('unauthorized')): ApiResult<T> {
    const refusal = this.refusal;
    this.refusal = undefined;
    if (refusal) return refusal;
    return right ? { ok: true, value } : wrong;
  }

  /** A change that needs the admin's password, where they have one. */
  private proven<T>(password: string | undefined, call: unknown[], run: () => T): ApiResult<T> {
    const isRight = !this.agent.hasPassword || password === this.password;
    return isRight ? this.change(call, run) : refused('forbidden');
  }

  private change<T>(call: unknown[], run: () => T): ApiResult<T> {
    this.made.push(call);
    const answer = this.attempt(true, undefined);
    return answer.ok ? { ok: true, value: run() } : answer;
  }

  readonly signIn: SignInApi = {
    offer: async () => {
      const { demo, needsDemoLink, needsSetup, mailsLinks } = this;
      return { ok: true, value: { demo, needsDemoLink, needsSetup, mailsLinks } };
    },
    signIn: async (email, password) => {
      const right = email === this.agent.email && password === this.password;
      const answer = this.attempt(right, { secondFactor: this.code !== undefined });
      if (answer.ok && !answer.value.secondFactor) this.enter();
      return answer;
    },
    code: async (code) => {
      const answer = this.attempt(code === this.code, undefined);
      if (answer.ok) this.enter();
      return answer;
    },
    forgotten: async (email) => {
      this.forgotten.push(email);
      return this.attempt(true, undefined);
    },
    demo: async (name) => {
      this.agent = account(name.toLowerCase(), name);
      return this.enter();
    },
    signOut: async () => {
      if (!this.reachable) return refused('network');
      this.signedIn = false;
      return done;
    },
    readLink: async (token) => {
      const value = this.links.get(token);
      return value ? { ok: true, value } : refused('notFound');
    },
    useLink: async (token, body) => {
      const answer = this.attempt(this.links.has(token), undefined);
      if (!answer.ok) return answer;
      this.links.delete(token);
      this.followed.push(body);
      const secondFactor = this.code !== undefined;
      if (!secondFactor) this.enter();
      return { ok: true, value: { secondFactor } };
    },
    ticket: async () => ({ ok: true, value: 'ticket' }),
  };

  /** The agent's browsers that get push messages. */
  pushed: PushedBrowser[] = [];
  tested: PushTestAnswer['outcome'] = 'taken';

  readonly account: AccountApi = {
    pushState: async () => ({ ok: true, value: { key: 'AAAA', browsers: [...this.pushed] } }),
    subscribe: async ({ away = false }) => {
      const own = { id: 'own', userAgent: '', createdAt: 1, away, current: true };
      this.pushed = [...this.pushed.filter(({ current }) => !current), own];
      return this.attempt(true, { key: 'AAAA', browsers: this.pushed });
    },
    unsubscribe: async (id) => {
      this.pushed = this.pushed.filter((one) => one.id !== id);
      return this.attempt(true, undefined);
    },
    testPush: async () => this.attempt(true, { outcome: this.tested }),
    change: async (change) => {
      const needs = change.email !== undefined && change.email !== this.agent.email;
      if (needs && change.password !== this.password) return refused('forbidden');
      return this.change(['change', change], () => {
        const { avatarUrl = this.agent.avatarUrl, password: _, ...rest } = change;
        const alerts = { ...this.agent.alerts, ...change.alerts };
        this.agent = { ...this.agent, ...rest, alerts, avatarUrl: avatarUrl ?? undefined };
        return this.agent;
      });
    },
    setFace: async (picture) =>
      this.change(['setFace', picture.type], () => {
        this.agent = { ...this.agent, avatarUrl: 'https://desk.example/uploads/a-new-face/maya.webp' };
        return this.agent;
      }),
    changePassword: async (current, next) => {
      const answer = this.attempt(current === this.password, undefined, refused('forbidden'));
      if (answer.ok) this.password = next;
      return answer;
    },
    beginSecondFactor: async (password) =>
      this.attempt(
        password === this.password,
        {
          uri: 'otpauth://totp/Porch:maya?secret=ABCDEFGHIJKLMNOP&issuer=Porch',
          recoveryCodes: ['one-1', 'two-2'],
        },
        refused('forbidden'),
      ),
    confirmSecondFactor: async (code) =>
      this.attempt(code === '123456', undefined, refused('rejected', { reason: 'The code is wrong' })),
    removeSecondFactor: async (password) =>
      this.attempt(password === this.password, undefined, refused('forbidden')),
    sessions: async () => ({ ok: true, value: structuredClone(this.sessions) }),
    endSession: async (id) =>
      this.change(['endSession', id], () => {
        this.sessions = this.sessions.filter((session) => session.id !== id);
        return undefined;
      }),
  };

  readonly teamApi: TeamApi = {
    agents: async () => ({
      ok: true,
      value: { members: structuredClone(this.team), bots: structuredClone(this.bots) },
    }),
    setRole: async (id, role, password) =>
      this.proven(password, ['setRole', id, role], () => {
        this.team = this.team.map((member) => (member.id === id ? { ...member, role } : member));
        return undefined;
      }),
    remove: async (id, password) =>
      this.proven(password, ['remove', id], () => {
        this.team = this.team.map((one) => (one.id === id ? { ...one, removedAt: T0 } : one));
        return undefined;
      }),
    reset: async (id, password) =>
      this.proven(password, ['reset', id], () => `https://desk.example/agent#link=reset-${id}`),
    invitations: async () => ({
      ok: true,
      value: { invitations: structuredClone(this.invitations), mails: this.mailsLinks },
    }),
    renew: async (id) => this.change(['renew', id], () => 'https://desk.example/agent#link=renewed'),
    invite: async ({ role, email, name, password }) =>
      this.proven(role === 'admin' ? password : this.password, ['invite', role, email], () => {
        this.invitations.push({
          id: `i${this.invitations.length}`,
          role,
          email,
          name,
          mail: this.mailsLinks && email ? { state: 'sent', at: T0 } : undefined,
          createdAt: T0,
          expiresAt: T0 + 9e9,
        });
        return 'https://desk.example/agent#link=invited';
      }),
    withdraw: async (id) =>
      this.change(['withdraw', id], () => {
        this.invitations = this.invitations.filter((invitation) => invitation.id !== id);
        return undefined;
      }),
    keys: async () => ({ ok: true, value: structuredClone(this.keys) }),
    makeKey: async (name, scopes) =>
      this.change(['makeKey', name, scopes], () => {
        this.keys.push({ id: name, name, scopes: [...scopes], createdAt: T0, createdBy: this.agent.name });
        return { id: 'the-id', secret: 'the-secret' };
      }),
    removeKey: async (id) =>
      this.change(['removeKey', id], () => {
        this.keys = this.keys.filter((key) => key.id !== id);
        return undefined;
      }),
    audit: async (before) => {
      const from = before === undefined ? 0 : Number(before);
      const next = from + 2 < this.rows.length ? String(from + 2) : undefined;
      return { ok: true, value: { rows: this.rows.slice(from, from + 2), next } };
    },
    firstRun: async () => ({ ok: true, value: structuredClone(this.firstRun) }),
    hideFirstRun: async () =>
      this.change(['hideFirstRun'], () => {
        this.firstRun = { ...this.firstRun, hidden: true };
        return undefined;
      }),
    auditCsv: async () => ({ ok: true, value: new Blob(['at,who,what']) }),
  };
}

/** Tabs of one browser, each of which hears the others. */
export const createFakeTabs = () => {
  const listeners = new Set<(what: Told) => void>();
  return (): OtherTabs => {
    let own: ((what: Told) => void) | undefined;
    return {
      tell: (what) => {
        for (const listener of listeners) if (listener !== own) listener(what);
      },
      onTold: (listener) => {
        own = listener;
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
};
