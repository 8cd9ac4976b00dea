// Stylesheets and pictures have no effect in jsdom.
module.exports = "file";
