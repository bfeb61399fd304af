/** Style sheets are imported for their effect; Vite writes them to files. */
declare module '*.css' {}
