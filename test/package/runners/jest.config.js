export default { testMatch: ['<rootDir>/*.test.js', '<rootDir>/*.test.cjs'], transform: {} };
