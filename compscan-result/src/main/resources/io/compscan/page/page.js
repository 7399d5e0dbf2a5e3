// Puts the sections on the page and keeps them drawn.

followTheme();
showHeader();
showHeadline();
showPools();
showAnswer(FIRST_VIEW);
showRatios();
showMemory();
showSpace();
showSets();
showSystems();
showForecast();
showTradeOff();
showChunks();
showTypes();
showDirectories();
showMachines();
showOverlap();
showFiles();
showUnread();
showAbout();
showNavigation();
drawNew();
followWidth();
followPrinting();
labelPaper(paperWords());
followCutTables();
document.documentElement.dataset.ready = "true";
