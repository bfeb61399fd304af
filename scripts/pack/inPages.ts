/**
 * Packages that are bundled into the pages, and therefore dev dependencies in package.json. A test compares them with the
 * pages' imports.
 */
export const inPages = ['@fontsource-variable/inter', 'react', 'react-dom', 'uqr']
