/** Style sheets are imported for their effect; vite makes files of them. */
declare module '*.css' {}
