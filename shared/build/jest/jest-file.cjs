// Style sheets and pictures have nothing to say in jsdom.
module.exports = "file";
