import './styles/index.css';
import { addCopyButtons } from './copyButtons';
import { followReading } from './followReading';
import { prepareMenu } from './menu';
import { makeScrollable } from './scrollers';
import { prepareSearch } from './searchBox';

/** Adds the parts of a page that need a script. Each page is complete without it, except for the search. */
addCopyButtons();
makeScrollable();
followReading();
prepareMenu();
prepareSearch();
