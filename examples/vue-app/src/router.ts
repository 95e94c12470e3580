import { createRouter, createWebHistory } from 'vue-router';
import BookPage from './pages/BookPage.vue';
import CabinPage from './pages/CabinPage.vue';
import CabinsPage from './pages/CabinsPage.vue';

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: CabinsPage },
    { path: '/cabins/:id', component: CabinPage, props: true },
    // Nothing may distract from paying: the messenger leaves this page and returns on the next.
    { path: '/cabins/:id/book', component: BookPage, props: true, meta: { hasSupport: false } },
  ],
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
});
