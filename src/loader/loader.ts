import { boot, page } from './boot';

const script = document.currentScript;
if (script && !page.zE?.porch) boot(script as HTMLScriptElement);
