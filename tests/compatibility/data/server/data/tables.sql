BEGIN TRANSACTION;
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	folded VARCHAR(120) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	password TEXT NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE (guest)
);
INSERT INTO "accounts" VALUES(1,'Root','root','admin','$argon2id$v=19$m=49152,t=2,p=1$Gc+YyItJiGwDOEkOtYiu7g$CJsm0IF4sV6Idtc6T+tUSksMBA5FjwWQTxw21lXim4c','764d480e10864177b0b45f71d2002cc6631ab61bc35ffba62bf6fadbcc6162fb',0,1794816353383.56);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$80gDkUnNW6P3nQkFFJQ90Q$qOYUPXbB0CfrDUHjfybhzsdK9Zsd+S3T+iQWfQotskI','bd8e43cac971928f99323da6e53ef730bda01bf5d93a62a7b80f39c20fb58b99',0,1.79481635429786840819e+12);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$k1cEkArGEaPo9qqlTUGJqw$7vCDtpyVtH1PktTHGP2w2QXhUoMsG14o+gUKqR7U/wA','dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4',0,1.79481635471158251955e+12);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$OOgOK5dqgkjdDe6VFqHdLw$+nfjUGkIBUaoL8PCBJipSSHLx7lIwycrYCizdqabAls','7e33e2fab89e8fe867e39433435f6fb02f31d04c513f0c223a1a25387b83d68b',0,1.79481635484224633786e+12);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$sNLZJ1dTgi7d2QapXzNSyw$n7QzRXCgdnIeXGbwp3m9uv5fs2HxggQJBDycEYn/bpo','8f997433566ae2be3f3c2c66884166b4eb4c893ac56e722a368595a2498292a1',1,1.79481635499655322262e+12);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.794816350356293457e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79481635338357812495e+12,1,'account.register','account:1','{"name":"Root","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1794816353451.51,1,'account.role','account:1','{"name":"Root","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1.79481635354386669925e+12,1,'invite.make','invite:teachers','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79481635429789086917e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79481635432403784178e+12,2,'invite.make','invite:class 4b','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1.79481635471159765623e+12,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79481635484226196286e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.79481635499657348636e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79481635503216040042e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.7948163558514958496e+12,3,'bot.hand_in','bot:bd82u46frh','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79481635592744628903e+12,4,'bot.hand_in','bot:xv5ff4et4e','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.794816367168475586e+12,2,'contest.create','contest:kwdcrauntw','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.79481636729659619136e+12,2,'contest.open','contest:kwdcrauntw','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.79481636732753295892e+12,3,'contest.enter','contest:kwdcrauntw','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79481636734945190431e+12,4,'contest.enter','contest:kwdcrauntw','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.79481636744400122073e+12,2,'contest.frozen','contest:kwdcrauntw','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79481636757203735351e+12,2,'contest.start','contest:kwdcrauntw','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1.79481639297748925788e+12,NULL,'contest.over','contest:kwdcrauntw','{}');
INSERT INTO "audit" VALUES(20,1.79481639334214526366e+12,2,'contest.change','contest:kwdcrauntw','{"published":true,"what":["published"],"reason":""}');
CREATE TABLE bot_games (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	occasion VARCHAR(24) NOT NULL, 
	place INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	first VARCHAR(60) NOT NULL, 
	second VARCHAR(60) NOT NULL, 
	first_version VARCHAR(16) NOT NULL, 
	second_version VARCHAR(16) NOT NULL, 
	names TEXT NOT NULL, 
	winner INTEGER, 
	reason VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	verdict TEXT NOT NULL, 
	record TEXT NOT NULL, 
	ended_ms DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "bot_games" VALUES(1,'2ewuc7ddrb','ladder','3',828,'tank_war','bd82u46frh','greedy','azspsq672a','','["cleo","greedy"]',0,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"93381cbe9919d75d3f064e55a85b3047","number":828,"players":[{"name":"cleo","bot":"@azspsq672a","version":""},{"name":"greedy","bot":"greedy","version":""}],"clock":"bank:12s","turns":[{"moves":["LB","LC"],"wall_ms":[0.057,0.057],"cpu_ms":[0.446,1.063],"delay_ms":0.0},{"moves":["LC","LC"],"wall_ms":[0.156,0.156],"cpu_ms":[0.0,0.53],"delay_ms":0.0},{"moves":["RC","LC"],"wall_ms":[1.554,0.073],"cpu_ms":[0.428,0.436],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[2.225,2.225],"cpu_ms":[0.186,0.563],"delay_ms":0.0},{"moves":["RA","LA"],"wall_ms":[0.651,0.651],"cpu_ms":[0.2,0.451],"delay_ms":0.0},{"moves":["RB","RC"],"wall_ms":[0.113,0.113],"cpu_ms":[0.167,0.0],"delay_ms":0.0},{"moves":["RB","LA"],"wall_ms":[0.075,13.199],"cpu_ms":[0.169,0.486],"delay_ms":10.5},{"moves":["RA","RA"],"wall_ms":[0.06,2.846],"cpu_ms":[0.192,0.413],"delay_ms":0.0},{"moves":["RC","LB"],"wall_ms":[0.051,15.154],"cpu_ms":[0.253,0.225],"delay_ms":3.1},{"moves":["LA","RA"],"wall_ms":[0.261,43.228],"cpu_ms":[0.234,0.739],"delay_ms":0.0},{"moves":["RC","RA"],"wall_ms":[0.122,0.122],"cpu_ms":[0.177,0.367],"delay_ms":0.0},{"moves":["RC","LB"],"wall_ms":[0.037,0.037],"cpu_ms":[0.084,0.131],"delay_ms":0.0},{"moves":["RA","RB"],"wall_ms":[0.033,0.033],"cpu_ms":[0.0,0.0],"delay_ms":0.0}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[3,1]},"verdict":null,"hash":"bd094c4fe0701f8bb7c39457598dbe96b8e10581424d3ed871fa6599691eea63"}
',1.79481636178863403316e+12);
INSERT INTO "bot_games" VALUES(2,'pznfc2vakn','ladder','3',829,'tank_war','greedy','bd82u46frh','','azspsq672a','["greedy","cleo"]',0,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"0bb6ca4981241061b60525bd1ca1cf0c","number":829,"players":[{"name":"greedy","bot":"greedy","version":""},{"name":"cleo","bot":"@azspsq672a","version":""}],"clock":"bank:12s","turns":[{"moves":["LA","RB"],"wall_ms":[0.07,0.07],"cpu_ms":[1.284,0.214],"delay_ms":0.0},{"moves":["LA","RA"],"wall_ms":[0.066,7.034],"cpu_ms":[0.0,0.188],"delay_ms":0.0},{"moves":["LA","LA"],"wall_ms":[0.797,0.797],"cpu_ms":[0.595,0.198],"delay_ms":0.0},{"moves":["RB","RC"],"wall_ms":[1.142,1.142],"cpu_ms":[0.691,0.177],"delay_ms":0.0},{"moves":["LC","LC"],"wall_ms":[0.041,5.411],"cpu_ms":[0.419,0.12],"delay_ms":0.0},{"moves":["LB","LB"],"wall_ms":[0.045,19.176],"cpu_ms":[0.0,0.376],"delay_ms":0.0},{"moves":["RC","LA"],"wall_ms":[0.351,0.076],"cpu_ms":[0.594,0.094],"delay_ms":0.0},{"moves":["RC","RC"],"wall_ms":[0.328,0.052],"cpu_ms":[0.454,0.072],"delay_ms":0.0},{"moves":["RB","LA"],"wall_ms":[0.903,0.041],"cpu_ms":[0.243,0.071],"delay_ms":0.0},{"moves":["RB","RA"],"wall_ms":[4.806,0.041],"cpu_ms":[0.27,0.0],"delay_ms":0.0},{"moves":["LB","RA"],"wall_ms":[0.382,0.382],"cpu_ms":[0.248,0.139],"delay_ms":0.0}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[2,0]},"verdict":null,"hash":"32f1483eb5c91af77c9e5016b03a92ae8a650bda493d0f302b05026038e2c6ac"}
',1.79481636206031420904e+12);
INSERT INTO "bot_games" VALUES(3,'2ygw3vrkp3','ladder','3',830,'tank_war','bd82u46frh','greedy','azspsq672a','','["cleo","greedy"]',1,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"bd077e733d8087fd2cc1c82ec146da62","number":830,"players":[{"name":"cleo","bot":"@azspsq672a","version":""},{"name":"greedy","bot":"greedy","version":""}],"clock":"bank:12s","turns":[{"moves":["RA","LC"],"wall_ms":[0.053,19.94],"cpu_ms":[0.359,0.751],"delay_ms":0.0},{"moves":["LA","LA"],"wall_ms":[0.111,0.728],"cpu_ms":[0.16,0.754],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[0.057,1.745],"cpu_ms":[0.172,0.476],"delay_ms":0.0},{"moves":["LC","LC"],"wall_ms":[0.071,0.469],"cpu_ms":[0.16,1.068],"delay_ms":0.0},{"moves":["RC","LC"],"wall_ms":[0.172,0.172],"cpu_ms":[0.222,0.375],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[0.085,0.085],"cpu_ms":[0.122,0.278],"delay_ms":0.0},{"moves":["RA","RA"],"wall_ms":[0.091,0.091],"cpu_ms":[0.157,0.27],"delay_ms":0.0},{"moves":["LA","RA"],"wall_ms":[0.122,0.122],"cpu_ms":[0.157,0.0],"delay_ms":0.0},{"moves":["RB","LA"],"wall_ms":[0.101,11.674],"cpu_ms":[0.169,0.324],"delay_ms":0.0},{"moves":["RB","RB"],"wall_ms":[0.079,2.62],"cpu_ms":[0.128,0.394],"delay_ms":0.0},{"moves":["RC","LB"],"wall_ms":[0.045,0.287],"cpu_ms":[0.049,0.297],"delay_ms":0.0},{"moves":["RC","LB"],"wall_ms":[0.032,0.184],"cpu_ms":[0.0,0.195],"delay_ms":0.0}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,3]},"verdict":null,"hash":"458d4efb578dcacb3afe4275f01446f6eac27d9afed4734e0acec478cc66d3c7"}
',1.79481636249992602535e+12);
INSERT INTO "bot_games" VALUES(4,'58kzacx6pz','ladder','3',831,'tank_war','greedy','bd82u46frh','','azspsq672a','["greedy","cleo"]',0,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"76da4cc86d34c2074d6a3436747ecdf1","number":831,"players":[{"name":"greedy","bot":"greedy","version":""},{"name":"cleo","bot":"@azspsq672a","version":""}],"clock":"bank:12s","turns":[{"moves":["RB","RA"],"wall_ms":[0.054,44.064],"cpu_ms":[1.173,0.258],"delay_ms":7.8},{"moves":["RB","LA"],"wall_ms":[0.086,0.243],"cpu_ms":[0.0,0.345],"delay_ms":0.0},{"moves":["LA","LB"],"wall_ms":[0.453,0.084],"cpu_ms":[1.012,0.0],"delay_ms":0.0},{"moves":["RB","LC"],"wall_ms":[0.067,0.144],"cpu_ms":[0.384,0.204],"delay_ms":0.0},{"moves":["LB","RB"],"wall_ms":[0.152,0.152],"cpu_ms":[0.0,0.163],"delay_ms":0.0},{"moves":["LA","LA"],"wall_ms":[0.308,0.056],"cpu_ms":[0.508,0.0],"delay_ms":0.0},{"moves":["LA","RC"],"wall_ms":[0.414,0.414],"cpu_ms":[0.342,0.158],"delay_ms":0.0},{"moves":["RA","LA"],"wall_ms":[0.195,0.036],"cpu_ms":[0.272,0.05],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[0.125,0.03],"cpu_ms":[0.189,0.047],"delay_ms":0.0},{"moves":["LB","RA"],"wall_ms":[0.086,0.033],"cpu_ms":[0.224,0.0],"delay_ms":0.0},{"moves":["RC","LC"],"wall_ms":[0.147,1.664],"cpu_ms":[0.161,0.072],"delay_ms":0.0}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[2,1]},"verdict":null,"hash":"096250679115e0390462109051823f0723932ad06af96e1b7bbb742ff5846951"}
',1.79481636267960571284e+12);
CREATE TABLE bots (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	remote BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	online_ms DOUBLE NOT NULL, 
	off VARCHAR(400) NOT NULL, 
	created_ms DOUBLE NOT NULL, played_ms DOUBLE DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, game, name), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "bots" VALUES('bd82u46frh',3,'tank_war','cleo',0,1,'',0.0,'',1.79481635585146142575e+12,1.79481636267960571284e+12);
INSERT INTO "bots" VALUES('xv5ff4et4e',4,'tank_war','dora',0,1,'',0.0,'',1.79481635592741284182e+12,0.0);
CREATE TABLE contest_entries (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	late BOOLEAN NOT NULL, 
	entered_ms DOUBLE NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "contest_entries" VALUES('kwdcrauntw',3,'bd82u46frh','azspsq672a','Ada',0,1.794816367327470459e+12);
INSERT INTO "contest_entries" VALUES('kwdcrauntw',4,'xv5ff4et4e','2p9pr2tcsq','Bob',0,1.79481636734942626956e+12);
CREATE TABLE contests (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	file TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	published BOOLEAN NOT NULL, 
	code VARCHAR(20) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	deadline_ms DOUBLE, 
	started_ms DOUBLE, 
	problem TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "contests" VALUES('kwdcrauntw',2,'By hand','tank_war','over','name = "By hand"
game = "tank_war"
clock = "none"
seed = "by hand"

[[entrants]]
each_in = "teams"

[[entrants]]
bot = "random"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3)"
',1,1,'','REl7-VCcirJEBxC9wcGeDTHA_BugCP-Y8290XwCYg38',1.79481636736810864262e+12,1.79481636757184106448e+12,'',1.79481636716844873049e+12);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('fgzbb6pqgp',1,1794816355148.86,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',2,1.79481635531082495118e+12,'{"kind":"turn","moves":["LB","LB"],"spent_ms":[0.0,1.822]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',3,1.79481635533272290044e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',4,1.79481635533619799803e+12,'{"kind":"turn","moves":["RB","LC"],"spent_ms":[0.0,0.354]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',5,1.79481635533946508789e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',6,1.79481635534363793949e+12,'{"kind":"turn","moves":["LA","RB"],"spent_ms":[0.0,0.378]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',7,1.79481635536758593746e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',8,1.79481635536794897458e+12,'{"kind":"turn","moves":["LC","LC"],"spent_ms":[0.0,0.402]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',9,1.79481635537962792969e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',10,1.79481635537995507815e+12,'{"kind":"turn","moves":["LA","LC"],"spent_ms":[0.0,0.457]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',11,1794816355400.65,'{"kind":"sealed","seat":1,"move":"RA","spent_ms":0.343}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',12,1.79481635541616699213e+12,'{"kind":"turn","moves":["RB","RA"],"spent_ms":[0.0,0.343]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',13,1794816355432.07,'{"kind":"sealed","seat":1,"move":"RA","spent_ms":0.349}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',14,1.79481635543253808598e+12,'{"kind":"turn","moves":["RB","RA"],"spent_ms":[0.0,0.349]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',15,1.79481635544756201175e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',16,1.79481635544789697262e+12,'{"kind":"turn","moves":["LC","LA"],"spent_ms":[0.0,0.214]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',17,1.79481635546452807615e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',18,1.79481635546489599604e+12,'{"kind":"turn","moves":["RA","RC"],"spent_ms":[0.0,0.211]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',19,1.79481635547817407229e+12,'{"kind":"sealed","seat":1,"move":"LA","spent_ms":0.162}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',20,1.79481635548190307611e+12,'{"kind":"turn","moves":["RA","LA"],"spent_ms":[0.0,0.162]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',21,1.7948163555075280762e+12,'{"kind":"sealed","seat":1,"move":"RB","spent_ms":0.174}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',22,1.79481635551160107421e+12,'{"kind":"turn","moves":["LB","RB"],"spent_ms":[0.0,0.174]}');
INSERT INTO "entries" VALUES('fgzbb6pqgp',23,1.79481635551160107421e+12,'{"kind":"over","winner":null,"reason":"level","score":[18,18]}');
INSERT INTO "entries" VALUES('h954vyrwji',1,1.79481635570738208007e+12,'{"kind":"seated","seat":1,"guest":"a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f","name":"Visitor"}');
INSERT INTO "entries" VALUES('h954vyrwji',2,1.79481635573616601564e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[28.616,null]}');
INSERT INTO "entries" VALUES('h954vyrwji',3,1.79481635574825097658e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,11.993]}');
INSERT INTO "entries" VALUES('h954vyrwji',4,1.79481635576810400391e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[19.74,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f','Visitor',1.79481635244990869139e+12);
INSERT INTO "guests" VALUES('764d480e10864177b0b45f71d2002cc6631ab61bc35ffba62bf6fadbcc6162fb','Root',1794816353383.56);
INSERT INTO "guests" VALUES('bd8e43cac971928f99323da6e53ef730bda01bf5d93a62a7b80f39c20fb58b99','Ms Gray',1.79481635429786840819e+12);
INSERT INTO "guests" VALUES('dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4','Ada',1.79481635471158251955e+12);
INSERT INTO "guests" VALUES('7e33e2fab89e8fe867e39433435f6fb02f31d04c513f0c223a1a25387b83d68b','Bob',1.79481635484224633786e+12);
INSERT INTO "guests" VALUES('8f997433566ae2be3f3c2c66884166b4eb4c893ac56e722a368595a2498292a1','Mallory',1.79481635499655322262e+12);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79481639510376074215e+12);
INSERT INTO "heartbeat" VALUES(2,1.79481639510375830075e+12);
CREATE TABLE identity (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "identity" VALUES('698ed5066d9a0d5a73c14bb0a72b565e');
CREATE TABLE invites (
	code VARCHAR(20) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_ms DOUBLE NOT NULL, 
	maker BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(maker) REFERENCES accounts (id)
);
INSERT INTO "invites" VALUES('GP25CRU2E5','teachers','organiser',1,1.79740835354384472658e+12,1,1.79481635354384472659e+12);
INSERT INTO "invites" VALUES('6GWX3K3AVT','class 4b','player',30,1.79740835432401928708e+12,2,1.79481635432401928709e+12);
CREATE TABLE jobs (
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	rank INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	claimed_by VARCHAR(80) NOT NULL, 
	beat_ms DOUBLE NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	result TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"azspsq672a"}',3,'done',1,'host-b26b45e5-4026531836/3371/2992451',1.79481635978926831057e+12,1.79481635585149169919e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"2p9pr2tcsq"}',4,'done',1,'host-b26b45e5-4026531836/3371/2992451',1.79481636022206689456e+12,1.79481635592744189454e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["bd82u46frh","greedy"],"seed":"2f6b83a0a9dbe695239fb30c5993fb37"}',3,'done',1,'host-b26b45e5-4026531836/3371/2992451',1.79481636300769458011e+12,1.79481636093551831056e+12,'{}');
INSERT INTO "jobs" VALUES(4,'ladder',2,'{"game":"tank_war","players":["xv5ff4et4e","greedy"],"seed":"f29a0bb0a8ed5f12adac9c331c1c6d7f"}',4,'waiting',0,'',1.79481636342114941407e+12,1.79481636336272216795e+12,'');
INSERT INTO "jobs" VALUES(5,'contest',1,'{"contest":"kwdcrauntw","length":811}',2,'done',1,'host-b26b45e5-4026531836/3534/2993618',1.79481639254001269527e+12,1.79481636757202880861e+12,'{"ended":"over","length":13436}');
CREATE TABLE links (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	account BIGINT, 
	expires_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE outages (
	started_ms DOUBLE NOT NULL, 
	stopped_ms DOUBLE NOT NULL, 
	PRIMARY KEY (started_ms)
);
CREATE TABLE ratings (
	game VARCHAR(40) NOT NULL, 
	player VARCHAR(60) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	failed INTEGER NOT NULL, 
	PRIMARY KEY (game, player)
);
INSERT INTO "ratings" VALUES('tank_war','bd82u46frh',1.77811585738613260328e+01,6.52337511230744926393e+00,4,'azspsq672a',0);
INSERT INTO "ratings" VALUES('tank_war','greedy',2.08142372075881425534e+01,1.0,4,'',0);
CREATE TABLE running_positions (
	table_id VARCHAR(16) NOT NULL, 
	turn INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, turn), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "running_positions" VALUES('h954vyrwji',2,'4a1280d00e3d225b94c59a7d31e2d13a',1.79481635574825097658e+12);
INSERT INTO "running_positions" VALUES('h954vyrwji',3,'39d240ec78cb349ba7e24b3c9e9bfd4c',1.79481635576810400391e+12);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('fgzbb6pqgp',0,'a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f');
INSERT INTO "seats" VALUES('h954vyrwji',0,'dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4');
INSERT INTO "seats" VALUES('h954vyrwji',1,'a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('c86b430732aa36aeb208241ae496165af7619cb90c6247bb12e21bd5d34e267d',1,1.79481635346980151362e+12,1.79481635346980151362e+12);
INSERT INTO "sessions" VALUES('689b12cc57a918d1e69b4f3e932c4b058bb22780f74c8920f421dab99a72be13',2,1.79481635430817944333e+12,1.79481635430817944333e+12);
INSERT INTO "sessions" VALUES('187ab8a35e9b8784923dad075029dfd73143869eaba5637dc3f41ee912f2a90a',3,1.79481635471517358398e+12,1.79481635471517358398e+12);
INSERT INTO "sessions" VALUES('8472e98f6ac887d8394f02dbd331feae9b732604d9798871d78babc80db94e36',4,1.79481635486354199225e+12,1.79481635486354199225e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1.79481636098473193354e+12);
INSERT INTO "shares" VALUES(4,1.79481636342171972653e+12);
INSERT INTO "shares" VALUES(2,1.79481637439239575192e+12);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	terms TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	live BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, private BOOLEAN DEFAULT 0 NOT NULL, summary TEXT, due_ms DOUBLE, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'fgzbb6pqgp','tank_war','{"id":"fgzbb6pqgp","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"e15170ad78d95c877f49d3785452f294","owner":"a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f","invite":"","created_ms":1794816355063.7788,"origin":null,"rematch_of":null,"private":false}','a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f',0,1.79481635506377880861e+12,0,'{"at_ms":1794816355511.601,"chairs":[{"kind":"guest","name":"Visitor","guest":"a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f"},{"kind":"bot","name":"greedy","bot":"greedy"}],"turn":11,"state":"233/xx4/xx2/xx3/xx3/233","history":"[11,{\"columns\":[4,4],\"bumped\":null,\"shots\":[[0,4,4],[0,5,4],[1,4,4],[1,5,4]],\"wrecks\":[[0,[4,2]],[1,[4,3]]]}]","outcome":{"winner":null,"reason":"level","score":[18,18],"detail":"a draw (level, 18 : 18)"},"clocks_ms":[null,null],"running":[false,false]}',NULL);
INSERT INTO "tables" VALUES(2,'h954vyrwji','tank_battle','{"id":"h954vyrwji","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4"},{"kind":"open"}],"seed":"3c00ca006d069c66f192ff5e208e0c6f","owner":"dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4","invite":"SV-ULtw7arGujOMRlfc_lg","created_ms":1794816355680.495,"origin":null,"rematch_of":null,"private":false}','dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4',1,1.79481635568049511719e+12,0,'{"at_ms":1794816355768.104,"chairs":[{"kind":"guest","name":"Ada","guest":"dbb71c5c54fe49075b565c9a6a254dd308ec25f55b9bd36b57d7380395bba8d4"},{"kind":"guest","name":"Visitor","guest":"a7280be17e22b864a49c2d1f4401076efd9377b7e2f850356f6795e07bc50a9f"}],"turn":3,"state":"Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/b7www/7wwww/4w2wwwW b 3","history":"[[125,\"\"],[[10,[-1,1]],[4,[1,0]],[7,[-1,1]],[8,[-1,1]],[9,[-1,1]],[18,[-1,1]],[19,[-1,1]],[20,[-1,1]],[21,[-1,1]],[30,[-1,1]],[31,[-1,1]],[32,[-1,1]],[42,[-1,1]],[43,[-1,1]],[110,[1,-1]],[22,[0,-1]],[78,[1,-1]],[88,[1,-1]],[89,[1,-1]],[90,[1,-1]],[99,[1,-1]],[100,[1,-1]],[101,[1,-1]],[102,[1,-1]],[111,[1,-1]],[112,[1,-1]],[113,[1,-1]],[114,[1,-1]]]]","outcome":null,"clocks_ms":[604800000.0,604800000.0],"running":[false,true]}',1.7954211558681040039e+12);
CREATE TABLE trials (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	newer VARCHAR(16) NOT NULL, 
	older VARCHAR(16) NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	told TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot) REFERENCES bots (id), 
	FOREIGN KEY(newer) REFERENCES versions (id), 
	FOREIGN KEY(older) REFERENCES versions (id)
);
CREATE TABLE versions (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	reason TEXT NOT NULL, 
	log TEXT NOT NULL, 
	report TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, source_bytes BIGINT, built_bytes BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (bot, number), 
	FOREIGN KEY(bot) REFERENCES bots (id)
);
INSERT INTO "versions" VALUES('azspsq672a','bd82u46frh',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 7.2 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79481635585147070305e+12,12288,12288);
INSERT INTO "versions" VALUES('2p9pr2tcsq','xv5ff4et4e',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 0.3 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79481635592742187496e+12,12288,12288);
CREATE TABLE writer (
	id INTEGER NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "writer" VALUES(1,'14e7f0e2566a3f2c',64);
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX seats_guest ON seats (guest);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX bots_game ON bots (game);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX trials_bot ON trials (bot, created_ms);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX contests_owner ON contests (owner);
CREATE INDEX versions_fit ON versions (state, bot, number);
CREATE INDEX bot_games_kind ON bot_games (kind, ended_ms);
CREATE INDEX jobs_kind ON jobs (kind, state, number);
CREATE INDEX running_positions_key ON running_positions ("key");
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner, live);
COMMIT;
